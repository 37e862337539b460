import type { Fact } from './facts.ts';
import { PUSH, type Finding } from './finding.ts';

/** The finding for a fact of each kind that is missing or differs. */
const WORDS: Partial<Record<Fact['kind'], (name: string, wanted: string) => string>> = {
  table: (name) => `The table ${name} is missing.`,
  column: (name, wanted) => `The column ${name} is missing or not as expected: ${wanted}.`,
  constraint: (name, wanted) => `The constraint ${name} is missing or not as expected: ${wanted}.`,
  index: (name) => `The index ${name} is missing or different.`,
  trigger: (name) => `The trigger ${name} is missing or different.`,
  'trigger switch': (name) => `The trigger ${name} is disabled.`,
  function: (name) => `The function ${name} is missing or was changed by hand.`,
  'row level security': (name) => `Row level security is off on ${name}: grants alone decide who can access it.`,
  policy: (name) => `The policy ${name} is missing or different.`,
  grant: (name) => `Missing permission: ${name}.`,
  bucket: (name, wanted) => `The bucket ${name} is missing or not as expected: ${wanted}.`,
};

const EXTRA: Partial<Record<Fact['kind'], (name: string) => string>> = {
  policy: (name) => `Extra policy, created by no migration: ${name}.`,
  grant: (name) => `Extra permission, granted by no migration: ${name}.`,
  trigger: (name) => `Extra trigger, created by no migration: ${name}.`,
  constraint: (name) => `Extra constraint, created by no migration: ${name}.`,
  rule: (name) => `Extra rule, created by no migration: ${name}.`,
  'exposed table': (name) => `Anyone with the public key can access ${name}: no row level security applies.`,
  'open write': (name) =>
    `Anyone with the public key can write to ${name}, where a rule or trigger has the rights of its owner.`,
  owner: (name) => `The table ${name}, and policies do not apply to an owner.`,
  parent: (name) => `The table ${name}: what guards one of them does not guard the other.`,
  'open function': (name) => `Anyone with the public key can call ${name}, which has the rights of its owner.`,
  membership: (name) => `The role ${name}, so visitors may have its rights.`,
  'role attribute': (name) => `The role ${name}.`,
  publication: (name) => `${name}.`,
  'public bucket': (name) => `Anyone can read the files in ${name}: it is public.`,
};

const keyOf = ({ kind, name }: Fact) => `${kind} ${name}`;

/**
 * The migrations of this clone that a database lacks, and those it has that this clone lacks.
 *
 * @param wanted versions: the first part of the file names
 */
export function compareMigrations(wanted: readonly string[], had: readonly string[]): Finding[] {
  const missing = wanted.filter((version) => !had.includes(version));
  const unknown = had.filter((version) => !wanted.includes(version));
  return [
    ...missing.map((version) => ({ wrong: `The migration ${version} has not been applied.`, fix: PUSH })),
    ...unknown.map((version) => ({
      wrong: `The database has the migration ${version}, which is not in supabase/migrations.`,
      fix: 'Someone pushed from a newer clone. Update this one (git pull) and check again.',
    })),
  ];
}

/**
 * What differs between a database and a correct one. Anything else in the database is its owner's business, unless it
 * exposes something to holders of the public key.
 *
 * @param wanted facts of a database built from the migrations
 */
export function compareFacts(wanted: readonly Fact[], found: readonly Fact[]): Finding[] {
  const inFound = new Map(found.map((fact) => [keyOf(fact), fact]));
  const inWanted = new Set(wanted.map(keyOf));
  const known = new Set(wanted.map((fact) => fact.of));
  const gone = new Set(wanted.filter((fact) => fact.kind === 'table' && !inFound.has(keyOf(fact))).map(({ of }) => of));

  const wrong = wanted
    // What exposes something is never needed.
    .filter((fact) => fact.of !== null && inFound.get(keyOf(fact))?.value !== fact.value)
    // Once is enough: a missing table lacks everything that belongs to it, and a missing trigger its switch.
    .filter((fact) => fact.kind === 'table' || !gone.has(fact.of))
    .filter((fact) => fact.kind !== 'trigger switch' || inFound.has(keyOf(fact)))
    .map((fact) => ({
      wrong: WORDS[fact.kind]?.(fact.name, fact.value) ?? fact.name,
      fix: fact.make ?? 'No single statement restores it. See supabase/migrations for how it was created.',
    }));
  const extra = found
    .filter((fact) => !inWanted.has(keyOf(fact)) && fact.undo !== null)
    // Other objects are reported only if they expose something; ours are reported already.
    .filter((fact) => (fact.of === null ? !known.has(fact.name) : known.has(fact.of)))
    .map((fact) => ({ wrong: EXTRA[fact.kind]?.(fact.name) ?? fact.name, fix: fact.undo ?? '' }));
  return [...wrong, ...extra];
}
