import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

// The parser imports its JSON schema without an import attribute, which Node rejects.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  'runs-on': string;
  needs?: string;
  if?: string;
  'timeout-minutes'?: number;
  permissions?: unknown;
  steps: Step[];
}
interface Workflow {
  on: Record<string, unknown>;
  permissions?: unknown;
  concurrency?: unknown;
  jobs: Record<string, Job>;
}

const FOLDER = '.github/workflows';
const read = (file: string) => readFileSync(file, 'utf8');
const { engines, scripts, allowScripts, ...packages } = JSON.parse(read('package.json')) as {
  engines: { node: string };
  scripts: Record<string, string>;
  allowScripts: Record<string, boolean>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

/** The commands of a line such as `npm ci && npm test`. */
const commands = (line: string) => line.split('&&').map((command) => command.trim());

/** The commands in the gate's script, without its settings. */
const gate = () =>
  read('.ci/run')
    .split('\n')
    .filter((line) => line !== '' && !/^(#|set |cd )/.test(line))
    .flatMap(commands);

const workflowOf = (file: string) => parse(read(`${FOLDER}/${file}`)) as Workflow;
/** What the steps of a job run. */
const runs = (job?: Job) => job?.steps.flatMap((step) => step.run ?? []) ?? [];

describe.each(readdirSync(FOLDER))('the workflow %s', (file) => {
  const text = read(`${FOLDER}/${file}`);
  const workflow = workflowOf(file);
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  it('is accepted by GitHub’s own parser', () => {
    const { context } = parseWorkflow({ name: file, content: text }, new NoOperationTraceWriter());
    expect(context.errors.getErrors().map(({ message }) => message)).toEqual([]);
  });

  it('may only read the code', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const job of jobs) expect(job.permissions).toBeUndefined();
    for (const { uses, with: settings } of steps)
      if (uses?.startsWith('actions/checkout@')) expect(settings?.['persist-credentials']).toBe(false);
  });

  it('has a time limit, and runs once at a time', () => {
    for (const job of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(240);
    expect(workflow.concurrency).toMatchObject({ group: `${file.replace('.yml', '')}-\${{ github.ref }}` });
  });

  it('uses only GitHub’s own actions, each by the tag of a major version', () => {
    const uses = steps.flatMap((step) => step.uses ?? []);
    expect(uses.length).toBeGreaterThan(0);
    for (const action of uses) expect(action).toMatch(/^actions\/[a-z-]+@v\d+$/);
  });

  it('uses the oldest Node version that the project allows, and only scripts that exist', () => {
    const nodes = steps
      .filter((step) => step.uses?.startsWith('actions/setup-node@'))
      .map((step) => `>=${String(step.with?.['node-version'])}`);
    expect(new Set(nodes)).toEqual(new Set([engines.node]));
    const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('the checks', () => {
  const ci = workflowOf('ci.yml');
  const { scope, content, gate: all } = ci.jobs;

  /** The step that runs a command whose output has words of content/, which must be no commands for the runner, nor messages that it looks for. */
  const quietly = (command: string) =>
    `for owner in tsc eslint-stylish eslint-compact; do echo "::remove-matcher owner=$owner::"; done\ntoken=$(uuidgen)\necho "::stop-commands::$token"\n${command} && status=0 || status=$?\necho "::$token::"\nexit $status\n`;

  it('run the README’s test command on every commit to main and every pull request', () => {
    expect(ci.on).toEqual({
      push: { branches: ['main'] },
      // `edited`: its base may be another branch then.
      pull_request: { types: ['opened', 'synchronize', 'reopened', 'edited'] },
    });
    expect(runs(all)).toEqual([quietly('bash .ci/run')]);
    expect(all?.['timeout-minutes']).toBeGreaterThanOrEqual(40);
    const [, line = ''] = /## Test it\n\n```sh\n(.*)\n```/.exec(read('README.md')) ?? [];
    expect(gate()).toEqual(commands(line));
  });

  it('of a pull request that changes only content are the content tests', () => {
    expect(scope?.if).toBe("github.event_name == 'pull_request'");
    // What it runs: ci-suite.test.ts.
    expect(runs(scope)).toHaveLength(1);
    expect(content).toMatchObject({ needs: 'scope', if: "${{ always() && needs.scope.outputs.suite == 'content' }}" });
    expect(runs(content)).toEqual([quietly('npm ci && npm run test:content')]);
  });

  it('are never skipped otherwise: not on main, which has no scope, and not when finding the scope has failed or was cancelled', () => {
    expect(all).toMatchObject({
      needs: 'scope',
      if: "${{ always() && needs.scope.outputs.suite != 'content' }}",
    });
  });

  it('of a newer commit to a pull request replace those of the older one', () => {
    expect(ci.concurrency).toMatchObject({ 'cancel-in-progress': "${{ github.event_name == 'pull_request' }}" });
  });

  it('are all run every night, for release tags, and on demand', () => {
    const everything = workflowOf('everything.yml');
    expect(everything.on).toEqual({
      schedule: [{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) as string }],
      push: { tags: ['v*'] },
      workflow_dispatch: null,
    });
    expect(everything.concurrency).toMatchObject({ 'cancel-in-progress': false });
    expect(Object.values(everything.jobs).flatMap(runs)).toEqual([quietly('npm ci && npm run test:all')]);
  });
});

it.each(['CONTRIBUTING.md', 'README.md', '.ci/run', '.github/pull_request_template.md'])(
  'every npm script that %s names exists',
  (file) => {
    const named = [...read(file).matchAll(/npm (?:run ([\w:]+)|(test|start)\b)/g)].map(
      ([, run, short]) => run ?? short,
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !name || !(name in scripts))).toEqual([]);
  },
);

it('a package that is installed runs no script unless package.json allows it', () => {
  expect(read('.npmrc')).toContain('\nstrict-allow-scripts=true\n');
  const { packages: locked } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const withScript = Object.keys(locked)
    .filter((path) => locked[path]?.hasInstallScript)
    .map((path) => path.replace(/^.*node_modules\//, ''));
  // Ready for macOS without its script.
  expect(
    Object.keys(allowScripts)
      .filter((name) => name !== 'fsevents')
      .sort(),
  ).toEqual(withScript.sort());
});

describe('Dependabot', () => {
  interface Update {
    'package-ecosystem': string;
    schedule: { interval: string };
    groups: Record<string, unknown>;
    ignore?: { 'dependency-name': string; 'update-types'?: string[] }[];
  }
  const { updates } = parse(read('.github/dependabot.yml')) as { updates: Update[] };

  it('checks packages and actions every week, and groups small updates', () => {
    expect(updates.map((update) => update['package-ecosystem'])).toEqual(['npm', 'github-actions']);
    for (const { schedule, groups } of updates) {
      expect(schedule.interval).toBe('weekly');
      expect(Object.keys(groups)).toHaveLength(1);
    }
  });

  it('leaves exactly pinned packages alone, except for security updates', () => {
    const pinned = Object.entries({ ...packages.dependencies, ...packages.devDependencies })
      .filter(([, version]) => /^\d/.test(version))
      .map(([name]) => name);
    const ignored = updates[0]?.ignore ?? [];
    // An entry with update-types affects new versions only. One without them would block security updates too.
    expect(ignored.filter((entry) => !entry['update-types'])).toEqual([]);
    const whole = ignored.filter((entry) => entry['update-types']?.length === 3);
    expect(whole.map((entry) => entry['dependency-name']).sort()).toEqual(pinned.sort());
  });
});

describe.each(readdirSync('.github/ISSUE_TEMPLATE').filter((file) => file !== 'config.yml'))(
  'the issue form %s',
  (file) => {
    interface Field {
      type: string;
      id?: string;
      attributes: { label?: string; value?: string; options?: unknown[] };
    }
    const form = parse(read(`.github/ISSUE_TEMPLATE/${file}`)) as { name: string; description: string; body: Field[] };

    it('has what GitHub requires: a name, a description, and fields of known types, each with its own id', () => {
      expect([form.name, form.description].every((text) => text.length > 3)).toBe(true);
      const fields = form.body.filter(({ type }) => type !== 'markdown');
      expect(fields.length).toBeGreaterThan(0);
      for (const { type, id, attributes } of fields) {
        expect(['checkboxes', 'dropdown', 'input', 'textarea']).toContain(type);
        expect(id).toMatch(/^[\w-]+$/);
        expect(attributes.label).toBeTruthy();
        if (type === 'checkboxes' || type === 'dropdown') expect(attributes.options?.length).toBeGreaterThan(1);
      }
      expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
    });
  },
);
