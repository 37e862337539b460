import type { Fact } from './facts.ts';
import { PUSH, type Finding } from './finding.ts';

/** How people say what is wrong with a fact of each kind: not there, or not so. */
const WORDS: Record<Fact['kind'], (name: string, wanted: string) => string> = {
  table: (name) => `The table ${name} is missing.`,
  column: (name, wanted) => `The column ${name} is missing, or is not: ${wanted}.`,
  constraint: (name, wanted) => `The constraint ${name} is missing, or is not: ${wanted}.`,
  index: (name) => `The index ${name} is missing, or another one.`,
  trigger: (name) => `The trigger ${name} is missing, or another one.`,
  'trigger switch': (name) => `The trigger ${name} is switched off.`,
  function: (name) => `The function ${name} is missing, or was altered by hand.`,
  'row level security': (name) => `Row level security is off on ${name}: grants alone decide who reads and writes it.`,
  policy: (name) => `The policy ${name} is missing, or another one.`,
  grant: (name) => `Not allowed, but the site needs it: ${name}.`,
  'exposed table': (name) => name,
  bucket: (name, wanted) => `The bucket ${name} is missing, or is not: ${wanted}.`,
};

const EXTRA: Partial<Record<Fact['kind'], (name: string) => string>> = {
  policy: (name) => `There is a policy that no migration made: ${name}.`,
  grant: (name) => `Allowed by no migration: ${name}.`,
  'exposed table': (name) => `Whoever has the public key comes to the table ${name}: row level security is off on it.`,
};

const keyOf = ({ kind, name }: Fact) => `${kind} ${name}`;

/**
 * Which migrations of this clone a database has not had, and which it has had that this clone does not know.
 *
 * @param wanted versions, the first part of the files' names
 */
export function compareMigrations(wanted: readonly string[], had: readonly string[]): Finding[] {
  const missing = wanted.filter((version) => !had.includes(version));
  const unknown = had.filter((version) => !wanted.includes(version));
  return [
    ...missing.map((version) => ({ wrong: `The migration ${version} has not been made.`, mend: PUSH })),
    ...unknown.map((version) => ({
      wrong: `The database has had a migration ${version}, which is not in supabase/migrations.`,
      mend: 'Somebody pushed from a newer clone: bring this one up to date (git pull), and check again.',
    })),
  ];
}

/**
 * What differs between a database and one that is right. What else is in the database is its owner's business, unless
 * it opens something to those who hold the public key.
 *
 * @param wanted facts of a database that was made from the migrations
 */
export function compareFacts(wanted: readonly Fact[], found: readonly Fact[]): Finding[] {
  const inFound = new Map(found.map((fact) => [keyOf(fact), fact]));
  const inWanted = new Set(wanted.map(keyOf));
  const known = new Set(wanted.map((fact) => fact.of));
  const gone = new Set(wanted.filter((fact) => fact.kind === 'table' && !inFound.has(keyOf(fact))).map(({ of }) => of));

  const wrong = wanted
    .filter((fact) => inFound.get(keyOf(fact))?.value !== fact.value)
    // Said once: what belongs to a table that is missing is missing, too; so is the switch of a missing trigger.
    .filter((fact) => fact.kind === 'table' || !gone.has(fact.of))
    .filter((fact) => fact.kind !== 'trigger switch' || inFound.has(keyOf(fact)))
    .map((fact) => ({
      wrong: WORDS[fact.kind](fact.name, fact.value),
      mend: fact.make ?? 'No statement brings it back: look in supabase/migrations how it was made.',
    }));
  const exposed = new Set(
    wanted.filter((fact) => fact.kind === 'row level security').map(({ name }) => `exposed table ${name}`),
  );
  const extra = found
    .filter((fact) => !inWanted.has(keyOf(fact)) && fact.undo !== null)
    // Of other people's tables only that they are open; of ours that is said already.
    .filter((fact) => (fact.kind === 'exposed table' ? !exposed.has(keyOf(fact)) : known.has(fact.of)))
    .map((fact) => ({ wrong: EXTRA[fact.kind]?.(fact.name) ?? fact.name, mend: fact.undo ?? '' }));
  return [...wrong, ...extra];
}
