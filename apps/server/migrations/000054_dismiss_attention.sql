-- What the team has dealt with, of what needs attention.
create table attention_dismissals (
  kind text not null,
  -- The bulk update or the store.
  subject_id uuid not null,
  -- When the failure happened that was dealt with: a newer one is listed again.
  since timestamptz not null,
  dismissed_by uuid not null,
  primary key (kind, subject_id)
);
