-- A sync asks with every page which of its products an edit has sent. Only a search by product may take this index.
create index edit_items_sent_idx on edit_items (product_id) where status = 'sent' and product_id is not null;
