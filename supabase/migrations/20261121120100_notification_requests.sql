-- Who wants to be told when a resource is available. notified_at: when that mail went out.

create table public.notification_requests (
  like private.request_template including all,
  resource_type text not null check (
    char_length(resource_type) <= 100 and btrim(resource_type, private.white_space()) <> ''
  ),
  -- The way off the list. Only the mail knows it.
  unsubscribe_token uuid not null default gen_random_uuid() unique
);
select private.open_to_visitors('public.notification_requests', array['resource_type']);
create unique index notification_requests_waiting
  on public.notification_requests (lower(email), resource_type) where notified_at is null;

-- Asked again for the same, the new row takes the place of the old one, so that there is one. Dropping the new one would
-- be simpler, but whoever knows the public key could tell from the count of rows, and from the id being taken or free,
-- whose address is on the list. Runs after guard_request (triggers run in the order of their names), so asking counts.
create function private.store_once() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before public.notification_requests;
begin
  -- Of two at once, one waits for the other.
  perform pg_advisory_xact_lock(4, hashtext(lower(new.email)));
  delete from public.notification_requests
  where lower(email) = lower(new.email) and resource_type = new.resource_type and notified_at is null
  returning * into before;
  if found then
    -- A mail with it may be on its way.
    new.unsubscribe_token := before.unsubscribe_token;
    new.created_at := before.created_at;
  end if;
  return new;
end;
$$;
revoke all on function private.store_once() from public;
create trigger store_once before insert on public.notification_requests
for each row execute function private.store_once();

-- How many wait for each resource: [{"resource_type": …, "waiting": …}].
create function public.waiting_resource_notifications() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('resource_type', resource_type, 'waiting', waiting) order by resource_type), '[]')
  from (
    select resource_type, count(*) as waiting from public.notification_requests
    where notified_at is null group by resource_type
  ) w;
$$;

-- Takes the next who wait for a resource. Two runs at once never get the same one.
-- Returns [{"id", "name", "email", "unsubscribe_token"}].
create function public.claim_resource_notifications(resource text, most integer) returns jsonb
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

-- The mail with this token went out. By the token, because the row may have been replaced meanwhile.
create function public.finish_resource_notification(token uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.notification_requests set notified_at = clock_timestamp(), claimed_at = null
  where unsubscribe_token = token;
$$;

-- Deletes every notification request of the address to which the token was mailed. Returns how many.
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

revoke all on function public.waiting_resource_notifications(), public.claim_resource_notifications(text, integer),
  public.finish_resource_notification(uuid), public.unsubscribe(uuid)
  from public, anon, authenticated;
grant execute on function public.waiting_resource_notifications(), public.claim_resource_notifications(text, integer),
  public.finish_resource_notification(uuid), public.unsubscribe(uuid)
  to service_role;
