-- Somebody waits for these; articles that were written are renewed within seconds, and readers do not wait for it.
create trigger notify_of_rematching after insert on article_rematching for each statement
  execute function notify_workers('articles');
create trigger notify_of_rules after insert or update on equality_rules for each row
  when (new.counted_at is null) execute function notify_workers('articles');
