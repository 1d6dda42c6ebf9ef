import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { RoundTrips } from './round-trips.ts';

// A way to a server that takes so many milliseconds there and back: `relay.ts <url of a database> <milliseconds>`. It passes on
// what it gets in order, without waiting for what it has passed on before, as a network does. It is a process of its own, so
// that neither who asks nor who answers is slowed down by it. It prints its address, and tells its parent, when asked, how many
// round trips there were.

const target = new URL(process.argv[2]!);
const delay = Number(process.argv[3]) / 2;
const trips = new RoundTrips();
const nothing = (): void => {};

const server = createServer({ noDelay: true }, (client) => {
  const upstream = connect({ port: Number(target.port || 5432), host: target.hostname, noDelay: true });
  const connection = trips.connection();
  pass(client, upstream, connection.asked, nothing);
  pass(upstream, client, nothing, connection.answered);
});

function pass(from: Socket, on: Socket, came: () => void, went: () => void): void {
  from.on('data', (data: Buffer) => {
    came();
    // Timers of one length end in the order in which they began.
    const go = (): void => {
      went();
      on.write(data);
    };
    if (delay === 0) go();
    else setTimeout(go, delay);
  });
  from.on('error', () => {}).on('close', () => on.destroy());
}

server.listen(0, '127.0.0.1', () => {
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  console.log(url.href);
});
process.on('message', () => process.send!(trips.inSequence));
process.on('disconnect', () => process.exit(0));
