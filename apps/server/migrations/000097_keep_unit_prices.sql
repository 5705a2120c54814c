-- By which measure a variant's unit price is shown, such as 750 ml / 1 l. NULL: never read; '': none.
alter table variants add column unit_price text;
