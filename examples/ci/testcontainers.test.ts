// node --test testcontainers.test.ts: against a shop in a container of its own, which is there for these tests alone. The image is the
// target `test` of Souk's Dockerfile: docker build -t souk-test --target test .
import { after, before } from 'node:test';
import { GenericContainer, Wait, type StartedTestContainer } from 'testcontainers';
import { testConnector } from './checks.ts';

let container: StartedTestContainer;

before(async () => {
  container = await new GenericContainer(process.env.SOUK_IMAGE ?? 'souk-test')
    .withExposedPorts(8080)
    .withWaitStrategy(Wait.forHealthCheck())
    .start();
});
after(async () => {
  await container?.stop();
});

testConnector(() => ({
  baseUrl: `http://${container.getHost()}:${container.getMappedPort(8080)}`,
  controlToken: 'souk',
}));
