// The dialog that is open.

import { tell, update } from "/signals.js";

export const dialogs = {
  opened: "", // its name
  draft: null, // the choices made in it
};

export function openDialog(name) {
  Object.assign(dialogs, { opened: name, draft: null });
  tell("opened", name);
  update();
}
