// The dialog that is open.

import { tell, update } from "/signals.js";

export const dialogs = {
  opened: "", // its name
  shown: false, // drawn since it was opened
  draft: null, // the choices made in it
};

export function openDialog(name) {
  Object.assign(dialogs, { opened: name, shown: false, draft: null });
  tell("opened", name);
  update();
}

// The element has closed; another may have been opened before it said so.
export function dialogClosed(box) {
  if (dialogs.shown && !box.open) openDialog("");
}
