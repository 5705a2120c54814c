-- What people read of an HTML, folded: tags within a word leave no gap.
create function text_of_html(html text) returns text language sql immutable strict parallel safe
return replace(replace(replace(replace(replace(folded(
  regexp_replace(
    regexp_replace(html, '</?(a|b|i|u|s|em|strong|span|sub|sup|small|mark|font)(\s[^>]*)?>', '', 'gi'),
    '<[^>]*>|\s+|&nbsp;', ' ', 'g')
), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&');

create index products_without_description_idx on products (id) where description = '';
