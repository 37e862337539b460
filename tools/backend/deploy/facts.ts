import { EXPOSABLE, exposures } from './exposures.ts';

/**
 * One property of a database that the site depends on: a table has a column, a role may insert. Two databases with the
 * same migrations have the same facts.
 */
export interface Fact {
  kind: Kind;
  /** The table, function or schema it belongs to; facts of others are ignored. Null if it exposes something itself. */
  of: string | null;
  /** Its full name, for people; unique together with `kind`. */
  name: string;
  /** For example the type of a column. */
  value: string;
  /** The statement that restores it; null if only a migration can. */
  make: string | null;
  /** The statement that removes it where it should not be; null if it does no harm there. */
  undo: string | null;
}

export type Kind =
  | 'table'
  | 'column'
  | 'constraint'
  | 'index'
  | 'trigger'
  | 'trigger switch'
  | 'function'
  | 'row level security'
  | 'policy'
  | 'grant'
  | 'rule'
  | 'bucket'
  | 'exposed table'
  | 'open write'
  | 'owner'
  | 'parent'
  | 'open function'
  | 'membership'
  | 'role attribute'
  | 'publication'
  | 'public bucket';

/** Reads what the other queries depend on. Returns one {@link Presence}. */
export const PRESENCE = `
  select
    to_regclass('supabase_migrations.schema_migrations') is not null as history,
    to_regclass('storage.buckets') is not null as storage,
    to_regclass('auth.mfa_factors') is not null and to_regclass('realtime.messages') is not null as desk,
    to_regclass('cron.job') is not null as cron,
    exists (select 1 from pg_available_extensions where name = 'pg_cron') as cron_available,
    array(
      select name from unnest(array['anon', 'authenticated', 'service_role']) name
      where not exists (select 1 from pg_roles where rolname = name)
    ) as missing_roles`;

export interface Presence {
  /** Whether migrations were ever recorded. */
  history: boolean;
  storage: boolean;
  /** The tables of sign-in and of live messages, which the desk needs. */
  desk: boolean;
  cron: boolean;
  cron_available: boolean;
  /** Supabase roles that the server lacks. */
  missing_roles: string[];
}

/** The migration versions applied to a database. One column, `version`. */
export const MIGRATIONS = 'select version from supabase_migrations.schema_migrations order by version';

/**
 * Whether a job calls the function request-sweep every minute, and whether the function has asked for its work lately: a
 * job that fails, for example because its key was revoked, is still scheduled. Columns `scheduled` and `swept`.
 */
export const SCHEDULE = `
  select exists (select 1 from cron.job where jobname = 'request-sweep' and active) as scheduled,
    coalesce((select swept_at > now() - interval '10 minutes' from private.observed), false) as swept`;

/**
 * Whether requests arrived whose network the database could not tell: the last one, whenever that was, or one of the last
 * ten minutes. One column, `unknown`.
 */
export const NETWORKS = `
  select exists (select 1 from private.request_log where network_hash = '')
    or exists (select 1 from private.observed where not network_known) as unknown`;

/** The roles of callers from outside: those of the project's keys, and `public`. */
const ROLES = `
  roles (oid, name) as (
    select oid, rolname::text from pg_roles where rolname in ('anon', 'authenticated', 'service_role')
    union all select 0, 'public'
  )`;

const TABLES = `
  tables (oid, name, schema, relacl, relowner, relrowsecurity) as (
    select c.oid, format('%I.%I', n.nspname, c.relname), n.nspname, c.relacl, c.relowner, c.relrowsecurity
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p')
  )`;

/** Without the functions of extensions. */
const FUNCTIONS = `
  functions (oid, name, body) as (
    select p.oid, format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)),
      concat_ws(' ', p.prosrc, l.lanname, p.prosecdef, p.provolatile, p.proconfig, pg_get_function_result(p.oid))
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
    where n.nspname in ('public', 'private') and p.prokind = 'f'
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  )`;

/** An extra grant to service_role is harmless: its key has access to everything anyway. */
const GRANT = (privilege: string, object: string) => `
  format('%s may %s on %s', r.name, ${privilege}, ${object}), '',
  format('grant %s on %s to %s;', ${privilege}, ${object}, r.name),
  case when r.name <> 'service_role' then format('revoke %s on %s from %s;', ${privilege}, ${object}, r.name) end`;

const OF_TABLES = `
  select 'table', name, name, '', null, null from tables
  union all
  select 'row level security', name, name, case when relrowsecurity then 'on' else 'off' end,
    format('alter table %s enable row level security;', name), null from tables
  union all
  select 'column', t.name, format('%s.%I', t.name, a.attname),
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
      case a.attgenerated when 's' then 'generated' else case when d.oid is not null then 'default' end end, pg_get_expr(d.adbin, d.adrelid)),
    null, null
  from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
  union all
  select 'constraint', t.name, format('%s on %s', c.conname, t.name), pg_get_constraintdef(c.oid),
    format('alter table %s drop constraint if exists %I, add constraint %2$I %s;', t.name, c.conname, pg_get_constraintdef(c.oid)),
    case when c.contype = 'f' then format('alter table %s drop constraint %I;', t.name, c.conname) end
  from tables t join pg_constraint c on c.conrelid = t.oid and c.contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select 'index', t.name, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid),
    format('drop index if exists %s; %s;', i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)), null
  from tables t join pg_index i on i.indrelid = t.oid
  where not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)
  union all
  select 'trigger', t.name, format('%s on %s', g.tgname, t.name), pg_get_triggerdef(g.oid),
    format('drop trigger if exists %I on %s; %s;', g.tgname, t.name, pg_get_triggerdef(g.oid)),
    format('drop trigger %I on %s;', g.tgname, t.name)
  from tables t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
  union all
  select 'trigger switch', t.name, format('%s on %s', g.tgname, t.name), case g.tgenabled when 'O' then 'on' else 'off' end,
    format('alter table %s enable trigger %I;', t.name, g.tgname), null
  from tables t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
  union all
  select 'rule', t.name, format('%s on %s', w.rulename, t.name), pg_get_ruledef(w.oid), pg_get_ruledef(w.oid),
    format('drop rule %I on %s;', w.rulename, t.name)
  from tables t join pg_rewrite w on w.ev_class = t.oid`;

const OF_POLICIES = `
  select 'policy', format('%I.%I', schemaname, tablename), format('"%s" on %I.%I', policyname, schemaname, tablename),
    concat_ws(' ', permissive, cmd, roles::text, qual, with_check),
    format('drop policy if exists %I on %I.%I; create policy %1$I on %2$I.%3$I as %s for %s to %s%s%s;', policyname, schemaname,
      tablename, permissive, cmd, array_to_string(roles, ', '), ' using (' || qual || ')', ' with check (' || with_check || ')'),
    format('drop policy %I on %I.%I;', policyname, schemaname, tablename)
  from pg_policies where schemaname in ('public', 'private') or (schemaname = 'storage' and tablename in ('objects', 'buckets'))
    or (schemaname = 'realtime' and tablename = 'messages')`;

const OF_FUNCTIONS = `
  select 'function', name, name, md5(body), pg_get_functiondef(oid) || ';', null from functions`;

const OF_GRANTS = `
  select 'grant', t.name, ${GRANT('a.privilege_type', 't.name')}
  from tables t cross join aclexplode(t.relacl) a join roles r on r.oid = a.grantee
  where a.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER')
  union all
  select 'grant', t.name, ${GRANT(`format('%s (%I)', a.privilege_type, c.attname)`, 't.name')}
  from tables t join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
  cross join aclexplode(c.attacl) a join roles r on r.oid = a.grantee
  union all
  select 'grant', f.name, ${GRANT('a.privilege_type', `'function ' || f.name`)}
  from functions f join pg_proc p on p.oid = f.oid
  cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a join roles r on r.oid = a.grantee
  union all
  select 'grant', n.nspname, ${GRANT('a.privilege_type', `'schema ' || n.nspname`)}
  from pg_namespace n cross join aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) a join roles r on r.oid = a.grantee
  where n.nspname = 'private' or (n.nspname = 'public' and a.privilege_type = 'USAGE' and r.name <> 'public')`;

const OF_STORAGE = `
  select 'bucket', 'storage.buckets', id,
    format('%s, at most %s bytes, of %s', case when public then 'public' else 'private' end, file_size_limit, allowed_mime_types),
    format('insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values (%L, %L, %L, %L, %L) '
      || 'on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit, '
      || 'allowed_mime_types = excluded.allowed_mime_types;', id, name, public, file_size_limit, allowed_mime_types), null
  from storage.buckets
  union all
  select 'row level security', t.name, t.name, case when relrowsecurity then 'on' else 'off' end,
    format('alter table %s enable row level security;', t.name), null
  from (values ('storage.objects'), ('storage.buckets')) t (name) join pg_class c on c.oid = t.name::regclass
  union all
  select 'trigger', t.name, format('%s on %s', g.tgname, t.name), concat_ws(' ', pg_get_triggerdef(g.oid), g.tgenabled),
    format('drop trigger if exists %I on %s; %s;', g.tgname, t.name, pg_get_triggerdef(g.oid)), null
  from (values ('storage.objects'), ('auth.mfa_challenges')) t (name)
  join pg_trigger g on g.tgrelid = to_regclass(t.name) join pg_proc p on p.oid = g.tgfoid
  where p.pronamespace = 'private'::regnamespace`;

/** Reads every {@link Fact} of a database: one row with one column, `facts`, an array. */
export const factsQuery = (storage: boolean): string => `
  with ${ROLES}, ${TABLES}, ${FUNCTIONS}, ${EXPOSABLE},
  facts (kind, "of", name, value, make, undo) as (
    ${[OF_TABLES, OF_POLICIES, OF_FUNCTIONS, OF_GRANTS, ...(storage ? [OF_STORAGE] : []), ...exposures(storage)].join('\nunion all\n')}
  )
  select coalesce(jsonb_agg(to_jsonb(facts) order by kind, name), '[]') as facts from facts`;
