-- Stock that syncs and webhooks found changed is pruned before other changes are.
create index change_history_found_stock_idx on change_history (changed_at)
  where found_by is not null and attribute like 'stock.%';
