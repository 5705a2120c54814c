-- A filter finds the products that are published to a sales channel. Empty for shops that do not read channels.
create index products_channels_idx on products using gin (channels jsonb_path_ops) where channels is not null;
