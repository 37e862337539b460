/**
 * What opens a database to visitors although no migration did so, in objects of any name and schema. It does not matter
 * whether visitors may use the schema: PostgreSQL asks for that when it resolves a name, not when a stored view or
 * function runs. Nothing that Supabase sets up by itself is among it, nor anything that belongs to an extension.
 */

/** Neither of an extension nor, in a schema that Supabase manages, of one of Supabase's roles. */
const NOT_BUILT_IN = (object: string, owner: string) => `
  not exists (select 1 from pg_depend d where d.objid = ${object} and d.deptype = 'e')
    and not (n.is_managed and pg_get_userbyid(${owner}) ~ '^supabase_')`;

/** Whether visitors have one of the rights, each of which may be limited to columns, or one of the others. */
const MAY = (rights: string, ofTables: string) => `
  exists (
    select 1 from visitors where has_any_column_privilege(role, r.oid, '${rights}')
      or has_table_privilege(role, r.oid, '${ofTables}')
  )`;

/** What the queries for the exposures read. */
export const EXPOSABLE = `
  visitors (role) as (values ('anon'), ('authenticated')),
  schemas (oid, name, is_managed) as (
    select oid, nspname, nspname in ('auth', 'cron', 'extensions', 'graphql', 'graphql_public', 'net', 'pgbouncer', 'pgmq',
      'pgmq_public', 'pgsodium', 'pgsodium_masks', 'pgtle', 'realtime', 'storage', 'supabase_functions',
      'supabase_migrations', 'vault')
    from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
  ),
  relations (oid, name, kind, owner, has_policies, options) as (
    select c.oid, format('%I.%I', n.name, c.relname), c.relkind, pg_get_userbyid(c.relowner), c.relrowsecurity, c.reloptions::text
    from pg_class c join schemas n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${NOT_BUILT_IN('c.oid', 'c.relowner')}
  )`;

/** Views are subject to the policies of their tables only if they are read with the rights of the caller. */
const TABLES_AND_VIEWS = `
  select 'exposed table', null, r.name, '', null,
    format(case when r.kind in ('r', 'p') then 'alter table %s enable row level security;'
      else 'revoke all on %s from anon, authenticated, public;' end, r.name)
  from relations r
  where (r.kind in ('m', 'f') or r.kind in ('r', 'p') and not r.has_policies
      or r.kind = 'v' and coalesce(r.options !~ 'security_invoker=(t|on|y|1)', true))
    and ${MAY('SELECT, INSERT, UPDATE', 'DELETE, TRUNCATE')}`;

/** Whether a function s may have other rights than its caller: those of its owner, or of a role that it takes. */
const OTHER_RIGHTS = String.raw`(s.prosecdef or s.proconfig::text ~ '[{,"]role=' or s.prosrc ~* '\mset\s+(local\s+|session\s+)?role\M|set_config\s*\(\s*''role''')`;

/** Rules act with the rights of the owner, even those of a view for its callers. So may triggers that write for a view. */
const WRITES = `
  select 'open write', null, r.name, '', null, format('revoke insert, update, delete on %s from anon, authenticated, public;', r.name)
  from relations r
  where ${MAY('INSERT, UPDATE', 'DELETE')} and (
    exists (select 1 from pg_rewrite w where w.ev_class = r.oid and w.ev_type <> '1')
    or r.kind = 'v' and exists (
      select 1 from pg_trigger g join pg_proc s on s.oid = g.tgfoid where g.tgrelid = r.oid and ${OTHER_RIGHTS}
    )
  )`;

/** An owner is not subject to policies. */
const OWNED = `
  select 'owner', null, format('%s belongs to %s', name, owner), '', null, format('alter table %s owner to current_user;', name)
  from relations join visitors on role = owner where kind in ('r', 'p')`;

/**
 * Whoever accesses a table through its parent is subject to the policies of the parent alone, and whoever adds rows to
 * a child of ours is not subject to our triggers.
 */
const CHILDREN = `
  select 'parent', t.name, format('%s inherits from %s', c.name, r.name), '', null,
    format(case when p.relispartition then 'alter table %2$s detach partition %1$s;' else 'alter table %1$s no inherit %2$s;' end,
      c.name, r.name)
  from tables t join pg_inherits i on t.oid in (i.inhrelid, i.inhparent) join relations r on r.oid = i.inhparent
  join relations c on c.oid = i.inhrelid join pg_class p on p.oid = c.oid`;

/**
 * Functions with the rights of their owner. The API can't call those of triggers. An aggregate calls its functions with
 * the permissions of its own owner.
 */
const FUNCTIONS = `
  select 'open function', null, f.name, '', null, format('revoke execute on routine %s from anon, authenticated, public;', f.name)
  from (
    select p.oid, format('%I.%I(%s)', n.name, p.proname, pg_get_function_identity_arguments(p.oid)) as name
    from pg_proc p join schemas n on n.oid = p.pronamespace left join pg_aggregate a on a.aggfnoid = p.oid
    where exists (
        select 1 from pg_proc s
        where ${OTHER_RIGHTS}
          and s.oid in (p.oid, a.aggtransfn, a.aggfinalfn, a.aggcombinefn, a.aggmtransfn, a.aggminvtransfn, a.aggmfinalfn)
      )
      and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
      and ${NOT_BUILT_IN('p.oid', 'p.proowner')}
  ) f
  where exists (select 1 from visitors where has_function_privilege(role, f.oid, 'EXECUTE'))`;

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

/** Of all tables, or of ours. */
const PUBLICATIONS = `
  select 'publication', null, format('All tables are sent to the subscribers of the publication %I', pubname), '', null,
    format('drop publication %I;', pubname)
  from pg_publication where puballtables
  union all
  select 'publication', s.name, format('All tables in %I are sent to the subscribers of the publication %I', s.name, p.pubname), '', null,
    format('alter publication %I drop tables in schema %I;', p.pubname, s.name)
  from pg_publication_namespace e join pg_publication p on p.oid = e.pnpubid join schemas s on s.oid = e.pnnspid
  union all
  select 'publication', t.name, format('The rows of %s are sent to the subscribers of the publication %I', t.name, p.pubname), '', null,
    format('alter publication %I drop table %s;', p.pubname, t.name)
  from pg_publication_rel e join pg_publication p on p.oid = e.prpubid join tables t on t.oid = e.prrelid`;

const BUCKETS = `
  select 'public bucket', null, format('the bucket %I', id), '', null, format('update storage.buckets set public = false where id = %L;', id)
  from storage.buckets where public`;

/** The queries for the exposures, for {@link EXPOSABLE} and the tables of facts.ts. */
export const exposures = (storage: boolean): string[] => [
  TABLES_AND_VIEWS,
  WRITES,
  OWNED,
  CHILDREN,
  FUNCTIONS,
  ROLES,
  PUBLICATIONS,
  ...(storage ? [BUCKETS] : []),
];
