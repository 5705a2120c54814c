-- Whether all images of a shop's products are read, beside the first. Their ids in order and their alternative texts are
-- attributes, NULL where they were never read; what shows them is JSON in `gallery`.
alter table stores add column reads_images boolean not null default false;
alter table products add column image_order text;
alter table products add column image_alts text;
alter table products add column gallery text;
