-- Requests for a demo or a strategic call, from the consultation dialog (spec section 3).
-- The limits count code points and are the same as in src/backend/contact-submission.ts.

create table public.contact_submissions (
  like private.request_template including all,
  -- The company, or else Demo Request.
  subject text not null check (char_length(subject) <= 150 and btrim(subject, private.white_space()) <> ''),
  -- Composed of phone, company and what the visitor wrote.
  message text not null check (char_length(message) between 1 and 5400)
);
select private.open_to_visitors('public.contact_submissions', array['subject', 'message']);
select private.notify_team_of('public.contact_submissions');
