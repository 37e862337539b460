/** Objects that no migration creates and that open the database to visitors, and the finding for each. */
export const EXPOSURES: readonly [exposed: string, statement: string, wrong: RegExp][] = [
  [
    'another table is exposed',
    'create table public.other (id int); grant select on public.other to anon',
    /Anyone with the public key can access public\.other/,
  ],
  [
    'one column of another table is exposed',
    'create table public.of_columns (id int); grant select (id) on public.of_columns to authenticated',
    /Anyone with the public key can access public\.of_columns/,
  ],
  [
    'a table in another schema is exposed',
    'create schema _crm; grant usage on schema _crm to anon; create table _crm.people (id int); grant select on _crm.people to public',
    /Anyone with the public key can access _crm\.people/,
  ],
  [
    'a view is exposed',
    'create view public.leads as select * from public.voice_leads; grant select on public.leads to anon',
    /Anyone with the public key can access public\.leads/,
  ],
  [
    'a materialized view is exposed',
    'create materialized view public.calls as select * from public.voice_calls; grant select on public.calls to public',
    /Anyone with the public key can access public\.calls/,
  ],
  [
    'a foreign table is exposed',
    'create foreign data wrapper w; create server s foreign data wrapper w; create foreign table public.away (id int) server s; grant select on public.away to anon',
    /Anyone with the public key can access public\.away/,
  ],
  [
    'a function gives visitors the rights of its owner',
    "create function public.every_lead() returns bigint security definer language sql as 'select count(*) from public.voice_leads'",
    /Anyone with the public key can call public\.every_lead\(\)/,
  ],
  ['visitors have another role', 'grant service_role to anon', /The role anon is a member of service_role/],
  ['visitors evade all policies', 'alter role anon bypassrls', /The role anon has bypassrls/],
  [
    'another bucket is public',
    "insert into storage.buckets (id, name, public) values ('public', 'public', true)",
    /Anyone can read the files in the bucket public/,
  ],
  [
    'all tables are published',
    'create publication everything for all tables',
    /All tables are sent to the subscribers of the publication everything/,
  ],
  [
    'the tables of a schema are published',
    'create publication of_schema for tables in schema public',
    /All tables in public are sent to the subscribers of the publication of_schema/,
  ],
  [
    'a table is published',
    'create publication of_table for table public.voice_leads',
    /The rows of public\.voice_leads are sent to the subscribers of the publication of_table/,
  ],
  [
    'a function in a closed schema gives a view the rights of its owner',
    `create schema team;
      create function team.leads() returns setof public.voice_leads security definer
        language sql as 'select * from public.voice_leads';
      create view public.team_leads with (security_invoker) as select * from team.leads();
      grant all on public.team_leads to anon, authenticated, service_role`,
    /Anyone with the public key can call team\.leads\(\)/,
  ],
  [
    'a view shows a materialized view in a closed schema',
    `create schema archive;
      create materialized view archive.calls as select * from public.voice_calls;
      create view public.archived with (security_invoker) as select * from archive.calls;
      grant select on public.archived, archive.calls to anon`,
    /Anyone with the public key can access archive\.calls/,
  ],
  [
    'a table of ours is in a schema of Supabase',
    'create schema if not exists auth; create table auth.copies (id int); grant select on auth.copies to anon',
    /Anyone with the public key can access auth\.copies/,
  ],
  [
    'a function of ours is in a schema of Supabase',
    "create function storage.leads() returns bigint security definer language sql as 'select count(*) from public.voice_leads'",
    /Anyone with the public key can call storage\.leads\(\)/,
  ],
  [
    'a procedure has the rights of its owner',
    "create procedure team.forget() security definer language sql as 'delete from public.voice_leads'",
    /Anyone with the public key can call team\.forget\(\)/,
  ],
  [
    'an aggregate calls for visitors what they may not call',
    `create function team.add(bigint, bigint) returns bigint security definer
        language sql as 'select count(*) from public.voice_leads';
      revoke execute on function team.add from public;
      create aggregate public.all_leads (bigint) (sfunc = team.add, stype = bigint)`,
    /Anyone with the public key can call public\.all_leads\(bigint\)/,
  ],
  [
    'a trigger writes for a view with the rights of its owner',
    `create view public.entered with (security_invoker) as select 1 as id;
      create function team.enter() returns trigger security definer language plpgsql as 'begin return new; end';
      create trigger enter instead of insert on public.entered for each row execute function team.enter();
      grant insert on public.entered to anon`,
    /Anyone with the public key can write to public\.entered/,
  ],
  [
    'a rule writes for a view with the rights of its owner',
    `create view public.ruled with (security_invoker) as select 1 as id;
      create rule forget as on insert to public.ruled do instead delete from public.voice_leads;
      grant insert on public.ruled to authenticated`,
    /Anyone with the public key can write to public\.ruled/,
  ],
  [
    'a rule writes for another table with the rights of its owner',
    `create table public.notes (id int);
      alter table public.notes enable row level security;
      create rule forget as on delete to public.notes do also delete from public.voice_leads;
      grant delete on public.notes to anon`,
    /Anyone with the public key can write to public\.notes/,
  ],
  [
    'visitors own a table, which evades its policies',
    `create table public.owned (id int);
      alter table public.owned enable row level security;
      alter table public.owned owner to anon`,
    /The table public\.owned belongs to anon/,
  ],
  [
    'a table of ours belongs to another one with policies of its own',
    `create table public.everyone (email text);
      alter table public.everyone enable row level security;
      create policy "All" on public.everyone for select to anon using (true);
      grant select on public.everyone to anon;
      alter table public.voice_leads inherit public.everyone`,
    /The table public\.voice_leads inherits from public\.everyone/,
  ],
  [
    'a table of ours is a part of another one',
    `create table public.whole (like public.demo_bookings) partition by list (id);
      alter table public.whole enable row level security;
      alter table public.whole attach partition public.demo_bookings default`,
    /The table public\.demo_bookings inherits from public\.whole/,
  ],
  [
    'another table, which takes rows without our triggers, is shown with ours',
    'create table public.more () inherits (public.voice_leads)',
    /The table public\.more inherits from public\.voice_leads/,
  ],
  [
    'a function takes the rights of another role',
    "create function public.as_staff() returns bigint set role = 'service_role' language sql as 'select count(*) from public.voice_leads'",
    /Anyone with the public key can call public\.as_staff\(\)/,
  ],
  [
    'rows of ours are deleted with those of another table',
    `create table public.sources (id uuid primary key);
      alter table public.sources enable row level security;
      alter table public.voice_leads add constraint of_source foreign key (id) references public.sources on delete cascade not valid`,
    /Extra constraint, created by no migration: of_source on public\.voice_leads/,
  ],
];
