-- Visitors who pressed Start Call: the spec's voice lead (section 3). The row is stored before the call begins.

create table public.voice_leads (like private.request_template including all);
select private.open_to_visitors('public.voice_leads', array[]::text[]);
create index voice_leads_created_at on public.voice_leads (created_at desc);
create index voice_leads_unnotified on public.voice_leads (created_at) where notified_at is null;
create index voice_leads_mailbox on public.voice_leads (private.mailbox(email));
