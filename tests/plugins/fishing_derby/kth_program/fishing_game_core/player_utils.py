"""The course's base class of players, as far as players see it: two one-way pipes of pickled dictionaries."""


class PlayerController:
    def __init__(self):
        self.in_pipe = None
        self.out_pipe = None

    def load_settings(self, settings):
        self.settings = settings

    def set_receive_send_pipes(self, receive_pipe, send_pipe):
        self.in_pipe, self.out_pipe = receive_pipe, send_pipe

    def receiver(self):
        message = self.in_pipe.recv()
        if message["game_over"]:
            raise SystemExit(0)
        return message

    def sender(self, message):
        self.out_pipe.send(message)

    def player_loop(self):
        raise NotImplementedError
