-- The lease is one like those of all other work. Processes of the version before go on with leased_until: while
-- both run, an entry may be sent twice. By the default, what they hold is taken for cut off should they die.
alter table audit_collectors add column heartbeat_at timestamptz not null default now();

create trigger notify_of_audit_entries after insert on audit_outbox for each row
  execute function notify_workers('audit');
