-- Visitors who want to know when a resource is available. notified_at is when they were mailed.

create table public.notification_requests (
  like private.request_template including all,
  resource_type text not null check (
    char_length(resource_type) <= 100 and btrim(resource_type, private.white_space()) <> ''
  ),
  -- Takes the address off the list. Only the mail contains it.
  unsubscribe_token uuid not null default gen_random_uuid() unique
);
select private.open_to_visitors('public.notification_requests', array['resource_type']);
create index notification_requests_mailbox on public.notification_requests (private.mailbox(email), resource_type);

-- Keeps the first request of an address for a resource. Of later ones it keeps only the id, because anyone can enter
-- anyone's address. No answer may tell whether an address is on the list. So a row is dropped only after it was
-- inserted and counted, and every id is kept, including that of the first request.
-- Triggers run in the order of their names. This one runs after guard_statement, so anyone who measures response times
-- runs into the limits.
create function private.keep_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  request public.notification_requests;
begin
  for request in select * from added loop
    insert into private.taken_ids (request_table, id) values (tg_table_name, request.id) on conflict do nothing;
    -- If two arrive at once, one waits for the other.
    perform pg_advisory_xact_lock(4, hashtext(lower(request.email)));
    -- Comparing mailboxes only lets the query use the index. The address decides, so that a stranger can't take
    -- somebody's place with another spelling.
    delete from public.notification_requests
    where id = request.id and notified_at is null and exists (
      select 1 from public.notification_requests other
      where private.mailbox(other.email) = private.mailbox(request.email) and lower(other.email) = lower(request.email)
        and other.resource_type = request.resource_type and other.notified_at is null and other.id <> request.id
    );
  end loop;
  return null;
end;
$$;
revoke all on function private.keep_first() from public;
create trigger keep_first after insert on public.notification_requests referencing new table as added
for each statement execute function private.keep_first();

-- How many mailboxes wait for each resource: [{"resource_type": …, "waiting": …}].
create function public.waiting_resource_announcements() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('resource_type', resource_type, 'waiting', waiting) order by resource_type), '[]')
  from (
    select resource_type, count(distinct private.mailbox(email)) as waiting from public.notification_requests
    where notified_at is null group by resource_type
  ) w;
$$;

-- Claims the next visitors who wait for a resource. Two runs at once never claim the same one. Of several spellings of
-- one mailbox, one is mailed: the plain one, so that nobody takes somebody else's place with a tag, or else the oldest.
-- Returns [{"id", "name", "email", "unsubscribe_token"}].
create function public.claim_resource_announcements(resource text, most integer) returns jsonb
language sql security definer set search_path = ''
as $$
  with next as (
    select n.id from public.notification_requests n, private.settings s
    where n.resource_type = resource and n.notified_at is null
      and (n.claimed_at is null or n.claimed_at < clock_timestamp() - s.claim_timeout)
      and n.id = (
        select spelling.id from public.notification_requests spelling
        where private.mailbox(spelling.email) = private.mailbox(n.email)
          and spelling.resource_type = resource and spelling.notified_at is null
        order by lower(spelling.email) <> private.mailbox(spelling.email), spelling.created_at, spelling.id
        limit 1
      )
    order by n.tried_at nulls first, n.created_at
    limit most
    for update of n skip locked
  ), claimed as (
    update public.notification_requests n set claimed_at = clock_timestamp(), tried_at = clock_timestamp()
    from next where n.id = next.id
    returning n.id, n.name, n.email, n.unsubscribe_token
  )
  select coalesce(jsonb_agg(to_jsonb(claimed)), '[]') from claimed;
$$;

-- Marks the mail with this token as sent. Requests with other spellings of its mailbox count as notified, too.
create function public.finish_resource_announcement(token uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.notification_requests n set notified_at = clock_timestamp(), claimed_at = null
  from public.notification_requests mailed
  where mailed.unsubscribe_token = token and private.mailbox(n.email) = private.mailbox(mailed.email)
    and n.resource_type = mailed.resource_type and n.notified_at is null;
$$;

-- Deletes every notification request of the mailbox that the token was mailed to. Returns how many.
create function public.unsubscribe(token uuid) returns integer
language sql security definer set search_path = ''
as $$
  with gone as (
    delete from public.notification_requests
    where private.mailbox(email)
      = (select private.mailbox(email) from public.notification_requests where unsubscribe_token = token)
    returning 1
  )
  select count(*)::integer from gone;
$$;

revoke all on function public.waiting_resource_announcements(), public.claim_resource_announcements(text, integer),
  public.finish_resource_announcement(uuid), public.unsubscribe(uuid)
  from public, anon, authenticated;
grant execute on function public.waiting_resource_announcements(), public.claim_resource_announcements(text, integer),
  public.finish_resource_announcement(uuid), public.unsubscribe(uuid)
  to service_role;
