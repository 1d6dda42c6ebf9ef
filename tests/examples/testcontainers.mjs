// Stands in for the library of this name, which needs a container engine: what it starts is the server itself, as the image does.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const Wait = { forHealthCheck: () => ({ untilHealthy: true }) };

export class GenericContainer {
  constructor(image) {
    this.image = image;
  }

  withExposedPorts(port) {
    this.port = port;
    return this;
  }

  withWaitStrategy(strategy) {
    this.strategy = strategy;
    return this;
  }

  async start() {
    if (this.image !== 'souk-test' || !this.strategy?.untilHealthy) throw new Error('not the image of the tests');
    const folder = mkdtempSync(join(tmpdir(), 'souk-container-'));
    const env = { ...process.env, PORT: '0', SOUK_VAR: folder, SOUK_ADMIN_PASSWORD: 'Admin123!' };
    Object.assign(env, { SOUK_CONTROL: '1', SOUK_CONTROL_TOKEN: 'souk' });
    const server = spawn(process.execPath, [process.env.SOUK_TEST_ENTRY, 'serve'], { env });
    const mapped = await new Promise((done, failed) => {
      server.stdout.on('data', (data) => {
        const [, port] = /http:\/\/127\.0\.0\.1:(\d+)\/rest/.exec(String(data)) ?? [];
        if (port) done(Number(port));
      });
      server.once('exit', failed);
    });
    return {
      getHost: () => '127.0.0.1',
      getMappedPort: (port) => (port === this.port ? mapped : undefined),
      stop: async () => {
        const ended = new Promise((done) => server.once('exit', done));
        server.kill();
        await ended;
        rmSync(folder, { recursive: true, force: true });
      },
    };
  }
}
