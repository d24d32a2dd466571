# Counterply with its board:
#   docker build -t counterply .
#   docker run --rm -v "$PWD":/work counterply match connect_four engine mcts --games 10
#   docker run --rm -p 5474:5474 counterply board --host 0.0.0.0 --token A-LONG-SECRET --no-open
FROM python:3.14-slim AS build
COPY . /src
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels /src

FROM python:3.14-slim
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir "$(echo /wheels/*.whl)[board,cluster]"
RUN useradd --create-home player && install -d -o player /work
USER player
WORKDIR /work
EXPOSE 5474
ENTRYPOINT ["counterply"]
CMD ["--help"]
