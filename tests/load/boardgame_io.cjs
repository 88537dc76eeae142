// The time of a move to the last of many spectators of one match of boardgame.io, in one process.
//
// Needs Node. In an empty folder: npm install boardgame.io socket.io-client, then node <this file> [sockets].
// docs/performance.md has what it printed, with the versions.
const { fork } = require("node:child_process");
const { createRequire } = require("node:module");
const load = createRequire(process.cwd() + "/");

const MOVES = 30;
const WARM = 3;
const PORT = 18742;
const NAME = "presses";
const now = () => Number(process.hrtime.bigint() / 1000n) / 1000;

function serve() {
  const { Server, Origins } = load("boardgame.io/server");
  const press = ({ G }, at) => ({ ...G, at, words: "x".repeat(270) });
  const game = { name: NAME, setup: () => ({ at: 0, words: "" }), moves: { press }, turn: { minMoves: 1 } };
  Server({ games: [game], origins: [Origins.LOCALHOST] }).run(PORT, () => process.send("up"));
}

function open(io, match, player) {
  return new Promise((resolve, reject) => {
    const socket = io(`http://localhost:${PORT}/${NAME}`, { transports: ["websocket"], forceNew: true });
    socket.on("connect_error", reject);
    socket.on("connect", () => socket.emit("sync", match, player, undefined, 2));
    socket.on("sync", (_, { state }) => {
      socket.stateID = state._stateID;
      resolve(socket);
    });
  });
}

async function measure(count) {
  const io = load("socket.io-client").io;
  const matchID = "bridge"; // the first to ask for it makes it
  const player = await open(io, matchID, "0");
  const watchers = [];
  for (let n = 0; n < count; n += 1) watchers.push(await open(io, matchID, null));
  const last = [];
  for (let n = 0; n < MOVES + WARM; n += 1) {
    const arrived = Promise.all(
      watchers.map((each) => new Promise((resolve) => each.once("update", () => resolve(now())))),
    );
    const mine = new Promise((resolve) => player.once("update", (_, state) => resolve(state._stateID)));
    const began = now();
    const payload = { type: "press", args: [began], playerID: "0" };
    player.emit("update", { type: "MAKE_MOVE", payload }, player.stateID, matchID, "0");
    player.stateID = await mine;
    const ages = (await arrived).map((each) => each - began);
    if (n >= WARM) last.push(Math.max(...ages));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  last.sort((a, b) => a - b);
  const version = (name) => load(`${name}/package.json`).version;
  console.log(`boardgame.io ${version("boardgame.io")}, socket.io ${version("socket.io")}, Node ${process.versions.node}`);
  console.log(`a move to the last of ${count} sockets: median ${last[MOVES / 2].toFixed(1)} ms, worst ${last.at(-1).toFixed(1)} ms`);
}

if (process.argv[2] === "serve") {
  serve();
} else {
  const server = fork(__filename, ["serve"], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  server.on("message", () => {
    measure(Number(process.argv[2] || 500)).then(
      () => process.exit(server.kill() ? 0 : 1),
      (problem) => {
        console.error(problem);
        server.kill();
        process.exit(1);
      },
    );
  });
}
