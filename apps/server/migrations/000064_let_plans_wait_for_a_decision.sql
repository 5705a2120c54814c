alter table edit_batches
  -- Since when a plan waits in the inbox for somebody to apply or reject it.
  add column submitted_at timestamptz,
  add column decision text check (decision in ('approved', 'rejected', 'taken_over', 'withdrawn')),
  add column decided_at timestamptz,
  add column decided_by uuid,
  add column decided_by_email text,
  add column decided_by_name text,
  add column decision_reason text;

create index edit_batches_submitted_idx on edit_batches (submitted_at) where submitted_at is not null;
