import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const text = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

interface Step {
  readonly run?: string;
}
interface Workflow {
  readonly jobs: {
    readonly packages: { readonly steps: readonly Step[] };
    readonly images: {
      readonly strategy: { readonly matrix: { readonly include: readonly { readonly target: string }[] } };
    };
  };
}

describe('the workflow of a release', () => {
  const { jobs } = parse(text('.github/workflows/release.yml')) as Workflow;

  it('builds each image that the Dockerfile ends with', () => {
    const stages = [...text('Dockerfile').matchAll(/^FROM base AS (\w+)$/gm)].map(([, name]) => name);
    expect(jobs.images.strategy.matrix.include.map(({ target }) => target).sort()).toEqual(stages.sort());
  });

  it('runs scripts of package.json alone, with the commands that they take', () => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
    const named = jobs.packages.steps.flatMap(({ run = '' }) => [...run.matchAll(/npm (?:run )?(\w+)/g)]);
    const names = named.map(([, name]) => name!).filter((name) => name !== 'ci');
    expect(names).toEqual(['test', 'packages']);
    expect(names.filter((name) => scripts[name] === undefined)).toEqual([]);
    expect(text('scripts/packages.mjs')).toContain("command === 'publish'");
  });

  it('publishes packages of one version', () => {
    const { version } = JSON.parse(text('packages/souk/package.json')) as { version: string };
    const manifests = readdirSync(new URL('../../packages', import.meta.url)).map(
      (name) =>
        JSON.parse(text(`packages/${name}/package.json`)) as { private?: boolean; name: string; version: string },
    );
    const published = manifests.filter((one) => one.private !== true);
    expect(published.length).toBeGreaterThan(2);
    expect(published.filter((one) => one.version !== version)).toEqual([]);
  });
});
