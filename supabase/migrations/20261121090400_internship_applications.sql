-- Internship applications and their resumes.
-- The limits and values are the same as in src/backend/internship-application.ts and resume.ts.

create table public.internship_applications (
  like private.request_template including all,
  phone text not null default '' check (char_length(phone) <= 40),
  position text not null check (position in (
    'strategy', 'data-analysis', 'operations', 'ux-ui-design', 'marketing', 'software-development', 'other'
  )),
  experience text not null default '' check (char_length(experience) <= 5000),
  motivation text not null check (char_length(motivation) <= 5000 and btrim(motivation, private.white_space()) <> ''),
  availability text not null check (availability in ('immediate', 'within-1-month', 'within-3-months', 'flexible')),
  -- Announces the resume, which is uploaded next, as <id>/resume.<extension> in the bucket "resumes".
  resume_name text not null default '' check (char_length(resume_name) <= 255),
  resume_extension text not null default '' check (resume_extension in ('', 'pdf', 'doc', 'docx')),
  resume_size integer not null default 0 check (resume_size between 0 and 5242880),
  constraint resume_is_whole check (
    (resume_name = '') = (resume_extension = '') and (resume_name = '') = (resume_size = 0)
    and (resume_name = '' or lower(resume_name) like '%.' || resume_extension)
  )
);
select private.open_to_visitors('public.internship_applications', array[
  'phone', 'position', 'experience', 'motivation', 'availability', 'resume_name', 'resume_extension', 'resume_size'
]);
select private.notify_team_of('public.internship_applications');

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('resumes', 'resumes', false, 5242880, array[
  'application/pdf', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
]);

-- Whether a visitor may begin to upload an object of this name: the announced resume of an application that is less than
-- an hour old. Only the browser that created the id knows it. An object that exists is let through to its unique name,
-- which answers 409. A retry after a lost response then knows that it arrived.
create function private.may_upload_resume(object_name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.internship_applications a, private.settings s
    where a.resume_extension <> ''
      and object_name = a.id::text || '/resume.' || a.resume_extension
      and a.created_at > now() - s.resume_window
  ) or exists (
    select 1 from storage.objects o where o.bucket_id = 'resumes' and o.name = object_name
  );
$$;
revoke all on function private.may_upload_resume(text) from public;
grant execute on function private.may_upload_resume(text) to anon, authenticated;

-- There is no policy for select, update or delete: with the public key, nobody can list, read, replace or remove
-- anything. Only the plain upload is open, because a signed upload URL would outlive the hour.
create policy "One resume for each application" on storage.objects
for insert to anon, authenticated
with check (
  bucket_id = 'resumes'
  and coalesce(current_setting('storage.operation', true), '') = 'storage.object.upload'
  and private.may_upload_resume(name)
);

-- Once a function works on an application, no other file may take the place of the one that it checks. The hosted storage
-- asks the policy when an upload begins, and stores the file when it ends, with rights that no policy limits.
create function private.keep_checked_resume() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if new.version is not distinct from old.version then
      return new;
    end if;
  else
    -- Waits for a removal that is being made.
    perform from storage.objects o where o.bucket_id = new.bucket_id and o.name = new.name for key share;
    if found then
      -- Its unique name answers 409, or the storage updates it.
      return new;
    end if;
    -- Waits for a claim that is being made.
    perform from public.internship_applications a
    where new.name = a.id::text || '/resume.' || a.resume_extension and a.claimed_at is null and a.notified_at is null
    for share;
    if found then
      return new;
    end if;
  end if;
  raise insufficient_privilege using message = 'This resume can no longer be uploaded or replaced.';
end;
$$;
revoke all on function private.keep_checked_resume() from public;
create trigger keep_checked_resume before insert or update on storage.objects
  for each row when (new.bucket_id = 'resumes') execute function private.keep_checked_resume();

-- The state of an application's resume: 'none' was announced, it is 'stored', it is 'awaited', or it is 'missing'
-- because it did not arrive in time.
create function private.resume_state(request public.internship_applications) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when request.resume_extension = '' then 'none'
    when exists (
      select 1 from storage.objects
      where bucket_id = 'resumes' and name = request.id::text || '/resume.' || request.resume_extension
    ) then 'stored'
    -- A slow upload that starts in the last minute ends after the window.
    when request.created_at > now() - (select resume_window + interval '10 minutes' from private.settings) then 'awaited'
    else 'missing'
  end;
$$;
revoke all on function private.resume_state(public.internship_applications) from public;
