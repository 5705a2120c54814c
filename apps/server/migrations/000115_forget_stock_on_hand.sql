-- Processes of the version before change what is available without what is on hand, which nobody knows then until it
-- is read again. The first trigger cannot tell such a change from a sale, which leaves what is on hand as it is. The
-- second one comes after it by its name, and fires only where an update sets what is on hand.
create function forget_on_hand() returns trigger language plpgsql as $$
begin
  new.on_hand := null;
  return new;
end $$;
create trigger forget_on_hand before update of available on variant_stock for each row
  when (new.available <> old.available and new.on_hand = old.on_hand) execute function forget_on_hand();

create function keep_on_hand() returns trigger language plpgsql as $$
begin
  new.on_hand := old.on_hand;
  return new;
end $$;
create trigger keep_on_hand before update of on_hand on variant_stock for each row
  when (new.available <> old.available and new.on_hand is null) execute function keep_on_hand();
