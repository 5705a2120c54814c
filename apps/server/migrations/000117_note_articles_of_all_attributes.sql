-- Also the attributes that are compared since: an edit of one alone left the article as it was.
create or replace function note_articles_of_products() returns trigger language plpgsql as $$
begin
  insert into article_changes (keys)
  select array_agg(distinct v.article_key) from before_change o join after_change n on n.id = o.id
  join variants v on v.product_id = n.id and v.article_key <> ''
  where (o.title, o.vendor, o.product_type, o.status, o.tags, o.handle, o.seo_title, o.seo_description, o.category)
    is distinct from (n.title, n.vendor, n.product_type, n.status, n.tags, n.handle, n.seo_title, n.seo_description, n.category)
  having count(*) > 0;
  return null;
end $$;

-- Those that such an edit may have left.
insert into article_changes (keys)
select array_agg(article_key) from (
  select article_key, (row_number() over (order by article_key) - 1) / 5000 as part
  from (
    select distinct article_key from variants join products on products.id = variants.product_id
    where products.edited_at is not null and article_key <> ''
  ) as edited
) as parts group by part;
