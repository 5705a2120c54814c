-- What a shop's own inventory file says of a variant at a location besides what is available. NULL: not read.
alter table variant_stock add column committed integer, add column incoming integer, add column on_hand integer;

-- Names and values of a variant's options, in order: [["Colour", "Red"]]. NULL: not read, or there are none.
alter table variants add column options jsonb;
