-- Written once a minute at most; null until a session of before is used again.
alter table user_sessions add column last_used_at timestamptz;
