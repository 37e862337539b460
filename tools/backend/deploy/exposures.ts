/**
 * What opens a database to visitors although no migration did so, in objects of any name. Nothing that Supabase sets up
 * by itself is among it, nor anything that belongs to an extension.
 */

const NOT_OF_EXTENSION = (object: string) =>
  `not exists (select 1 from pg_depend d where d.objid = ${object} and d.deptype = 'e')`;

/**
 * The schemas that visitors may use: whatever the API shows, it can show nothing of others. Without those that Supabase
 * manages.
 */
export const OPEN_SCHEMAS = `
  visitors (role) as (values ('anon'), ('authenticated')),
  open_schemas (oid, name) as (
    select oid, nspname from pg_namespace n
    where nspname !~ '^pg_' and nspname not in ('information_schema', 'auth', 'cron', 'extensions', 'graphql',
      'graphql_public', 'net', 'pgbouncer', 'pgmq', 'pgmq_public', 'pgsodium', 'pgsodium_masks', 'pgtle', 'realtime',
      'storage', 'supabase_functions', 'supabase_migrations', 'vault')
      and exists (select 1 from visitors where has_schema_privilege(role, n.oid, 'USAGE'))
  )`;

/** Views are subject to the policies of their tables only if they are read with the rights of the caller. */
const TABLES_AND_VIEWS = `
  select 'exposed table', null, format('%I.%I', n.name, c.relname), '', null,
    format(case when c.relkind in ('r', 'p') then 'alter table %I.%I enable row level security;'
      else 'revoke all on %I.%I from anon, authenticated, public;' end, n.name, c.relname)
  from pg_class c join open_schemas n on n.oid = c.relnamespace
  where (c.relkind in ('m', 'f') or c.relkind in ('r', 'p') and not c.relrowsecurity
      or c.relkind = 'v' and coalesce(c.reloptions::text !~ 'security_invoker=(t|on|y|1)', true))
    and exists (
      select 1 from visitors where has_any_column_privilege(role, c.oid, 'SELECT, INSERT, UPDATE')
        or has_table_privilege(role, c.oid, 'DELETE, TRUNCATE')
    )
    and ${NOT_OF_EXTENSION('c.oid')}`;

/** Functions with the rights of their owner. The API can't call those of triggers. */
const FUNCTIONS = `
  select 'open function', null, f.name, '', null, format('revoke execute on function %s from anon, authenticated, public;', f.name)
  from (
    select p.oid, format('%I.%I(%s)', n.name, p.proname, pg_get_function_identity_arguments(p.oid)) as name
    from pg_proc p join open_schemas n on n.oid = p.pronamespace
    where p.prokind = 'f' and p.prosecdef and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
  ) f
  where exists (select 1 from visitors where has_function_privilege(role, f.oid, 'EXECUTE'))
    and ${NOT_OF_EXTENSION('f.oid')}`;

/** The role authenticator is the API's own, and becomes one of three others for each request. */
const ROLES = `
  select distinct 'membership', null, format('%s is a member of %s', m.rolname, g.rolname), '', null,
    format('revoke %I from %I;', g.rolname, m.rolname)
  from pg_auth_members a join pg_roles m on m.oid = a.member join pg_roles g on g.oid = a.roleid
  where m.rolname in ('anon', 'authenticated')
    or m.rolname = 'authenticator' and g.rolname not in ('anon', 'authenticated', 'service_role')
  union all
  select 'role attribute', null, format('%s has %s', r.rolname, a.name), '', null, format('alter role %I no%s;', r.rolname, a.name)
  from pg_roles r cross join lateral (values ('superuser', rolsuper), ('bypassrls', rolbypassrls),
    ('createrole', rolcreaterole), ('createdb', rolcreatedb), ('replication', rolreplication)) a (name, given)
  where a.given and r.rolname in ('anon', 'authenticated', 'authenticator')`;

const PUBLICATIONS = `
  select 'publication', null, format('the publication %I', pubname), '', null, format('drop publication %I;', pubname)
  from pg_publication where puballtables`;

const BUCKETS = `
  select 'public bucket', null, format('the bucket %I', id), '', null, format('update storage.buckets set public = false where id = %L;', id)
  from storage.buckets where public`;

/** The queries for the exposures, for {@link OPEN_SCHEMAS}. */
export const exposures = (storage: boolean): string[] => [
  TABLES_AND_VIEWS,
  FUNCTIONS,
  ROLES,
  PUBLICATIONS,
  ...(storage ? [BUCKETS] : []),
];
