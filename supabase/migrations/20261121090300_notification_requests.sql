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
create index notification_requests_address on public.notification_requests (lower(email), resource_type);

-- Anyone can enter anyone's address, at any time. So every request is stored, and no answer tells whether an address
-- waits already. Each request is mailed at most once, and so are all requests of an address that wait at that time. An
-- address that is entered again later is a new request.

-- How many addresses wait for each resource: [{"resource_type": …, "waiting": …}].
create function public.waiting_resource_announcements() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('resource_type', resource_type, 'waiting', waiting) order by resource_type), '[]')
  from (
    select resource_type, count(distinct lower(email)) as waiting from public.notification_requests
    where notified_at is null group by resource_type
  ) w;
$$;

-- Claims the next addresses that wait for a resource, each at its oldest request. Two runs at once never claim the same
-- one. An address that asks again within acknowledge_every waits for a later run. So do the addresses of one mailbox once
-- mails_per_mailbox were mailed: they may belong to different people, or be many spellings that somebody made up. The
-- plain one comes first, and those whose mail failed come last.
-- Returns [{"id", "name", "email", "unsubscribe_token"}].
create function public.claim_resource_announcements(resource text, most integer) returns jsonb
language sql security definer set search_path = ''
as $$
  with mailed as (
    select private.salted(lower(email), salt) as address_hash, private.salted(private.mailbox(email), salt) as mailbox_hash
    from public.notification_requests, private.settings s
    where resource_type = resource
      and (notified_at > clock_timestamp() - s.acknowledge_every or claimed_at > clock_timestamp() - s.claim_timeout)
    union
    select address_hash, mailbox_hash from private.announcement_log, private.settings s
    where resource_type = resource and at > clock_timestamp() - s.acknowledge_every
  ), waiting as materialized (
    -- Each address is hashed once. Otherwise it may be hashed once for each that was mailed, which takes minutes.
    select id, tried_at, created_at, address, mailbox, private.salted(address, salt) as address_hash,
      private.salted(mailbox, salt) as mailbox_hash
    from (
      select id, tried_at, created_at, lower(email) as address, private.mailbox(email) as mailbox
      from public.notification_requests where resource_type = resource and notified_at is null
      offset 0
    ) w, private.settings
  ), address as (
    select distinct on (address_hash) id, tried_at, created_at, mailbox_hash, address <> mailbox as is_variant
    from waiting w where not exists (select from mailed m where m.address_hash = w.address_hash)
    order by address_hash, created_at, id
  ), ranked as (
    select id, mails,
      row_number() over (partition by mailbox_hash order by is_variant, tried_at nulls first, created_at, id) as place
    from address left join (select mailbox_hash, count(*) as mails from mailed group by mailbox_hash) m using (mailbox_hash)
  ), next as (
    select n.id from public.notification_requests n join ranked using (id), private.settings s
    -- Again, in case another run was faster.
    where n.notified_at is null and (n.claimed_at is null or n.claimed_at < clock_timestamp() - s.claim_timeout)
      and place + coalesce(mails, 0) <= s.mails_per_mailbox
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

-- Whatever changes several rows of visitors locks them in the order of their ids: two statements that wait for each
-- other's rows would deadlock.

-- Anybody can store any number of requests for an address, so what is done with all of them is done with at most 500 at a
-- time, within a statement's time. It is called until it returns 0.

-- Marks the mail with this token as sent, for every request of its address for this resource. Returns how many.
create function public.finish_resource_announcement(token uuid) returns integer
language sql security definer set search_path = ''
as $$
  with finished as (
    update public.notification_requests set notified_at = clock_timestamp(), claimed_at = null
    where id = any (array(
      select id from public.notification_requests where notified_at is null and id = any (array(
        select n.id from public.notification_requests n, public.notification_requests mailed
        where mailed.unsubscribe_token = token and lower(n.email) = lower(mailed.email)
          and n.resource_type = mailed.resource_type and n.notified_at is null
        -- First, the one that was claimed.
        order by n.unsubscribe_token = token desc, n.id limit 500
      ))
      order by id for update
    ))
    returning 1
  )
  select count(*)::integer from finished;
$$;

-- Runs after requests are deleted, for whatever reason: by then, their mail may have been sent.
create function private.remember_announcements() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.announcement_log (at, resource_type, address_hash, mailbox_hash)
  select coalesce(notified_at, claimed_at), resource_type, private.salted(lower(email)),
    private.salted(private.mailbox(email))
  from gone, private.settings s
  where coalesce(notified_at, claimed_at) > clock_timestamp() - s.acknowledge_every;
  return null;
end;
$$;
create trigger remember_announcements after delete on public.notification_requests referencing old table as gone
  for each statement execute function private.remember_announcements();

-- Deletes every notification request of the address that the token was mailed to. Returns how many.
create function public.unsubscribe(token uuid) returns integer
language sql security definer set search_path = ''
as $$
  with gone as (
    delete from public.notification_requests where id = any (array(
      select id from public.notification_requests where id = any (array(
        select id from public.notification_requests
        where lower(email) = (select lower(email) from public.notification_requests where unsubscribe_token = token)
        -- The one with the token last: the others are found by it.
        order by unsubscribe_token = token, id limit 500
      ))
      order by id for update
    ))
    returning 1
  )
  select count(*)::integer from gone;
$$;

revoke all on function private.remember_announcements() from public;
revoke all on function public.waiting_resource_announcements(), public.claim_resource_announcements(text, integer),
  public.finish_resource_announcement(uuid), public.unsubscribe(uuid)
  from public, anon, authenticated;
grant execute on function public.waiting_resource_announcements(), public.claim_resource_announcements(text, integer),
  public.finish_resource_announcement(uuid), public.unsubscribe(uuid)
  to service_role;
