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
create unique index notification_requests_waiting
  on public.notification_requests (lower(email), resource_type) where notified_at is null;

-- A second request for the same resource replaces the first. Dropping the second would be simpler. But then the count
-- of rows, and whether the id is taken, would tell anyone with the public key whose address is on the list.
-- Triggers run in the order of their names: this one runs after guard_request, so every request counts toward the
-- limits.
create function private.store_once() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before public.notification_requests;
begin
  -- If two arrive at once, one waits for the other.
  perform pg_advisory_xact_lock(4, hashtext(lower(new.email)));
  delete from public.notification_requests
  where lower(email) = lower(new.email) and resource_type = new.resource_type and notified_at is null
  returning * into before;
  if found then
    -- A mail with this token may be on its way.
    new.unsubscribe_token := before.unsubscribe_token;
    new.created_at := before.created_at;
  end if;
  return new;
end;
$$;
revoke all on function private.store_once() from public;
create trigger store_once before insert on public.notification_requests
for each row execute function private.store_once();

-- How many visitors wait for each resource: [{"resource_type": …, "waiting": …}].
create function public.waiting_resource_announcements() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('resource_type', resource_type, 'waiting', waiting) order by resource_type), '[]')
  from (
    select resource_type, count(*) as waiting from public.notification_requests
    where notified_at is null group by resource_type
  ) w;
$$;

-- Claims the next visitors who wait for a resource. Two runs at once never claim the same one.
-- Returns [{"id", "name", "email", "unsubscribe_token"}].
create function public.claim_resource_announcements(resource text, most integer) returns jsonb
language sql security definer set search_path = ''
as $$
  with next as (
    select n.id from public.notification_requests n, private.settings s
    where n.resource_type = resource and n.notified_at is null
      and (n.claimed_at is null or n.claimed_at < clock_timestamp() - s.claim_timeout)
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

-- Marks the mail with this token as sent. It takes the token and not the id, because a new request may have replaced
-- the row since.
create function public.finish_resource_announcement(token uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.notification_requests set notified_at = clock_timestamp(), claimed_at = null
  where unsubscribe_token = token;
$$;

-- Deletes every notification request of the address that the token was mailed to. Returns how many.
create function public.unsubscribe(token uuid) returns integer
language sql security definer set search_path = ''
as $$
  with gone as (
    delete from public.notification_requests
    where lower(email) = (select lower(email) from public.notification_requests where unsubscribe_token = token)
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
