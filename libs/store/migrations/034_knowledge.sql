-- What a tenant's assistant may look up: documents by the hash of their content, cut into passages. The owner writes them when artifacts are
-- activated; a document that is there already is left as it is. Nothing personal stands here.
create table knowledge_document (
  tenant     text not null,
  document   text not null,
  title      text not null,
  locale     text not null,
  uri        text,
  created_at timestamptz not null default now(),
  primary key (tenant, document)
);

create table knowledge_passage (
  tenant   text not null,
  document text not null,
  number   integer not null,
  section  text not null,
  body     text not null,
  words    tsvector not null,
  -- the sentence embedding, little-endian 32-bit floats; null: not read yet, or in a language that the embedded model does not read
  vector   bytea,
  primary key (tenant, document, number),
  foreign key (tenant, document) references knowledge_document
);
create index knowledge_passage_words on knowledge_passage using gin (words);

-- How words of a language are reduced to their stems.
create function knowledge_configuration(locale text) returns regconfig language sql immutable as $$
  select (case split_part(lower(locale), '-', 1)
    when 'ar' then 'arabic' when 'da' then 'danish' when 'de' then 'german' when 'el' then 'greek' when 'en' then 'english'
    when 'es' then 'spanish' when 'fi' then 'finnish' when 'fr' then 'french' when 'hu' then 'hungarian' when 'id' then 'indonesian'
    when 'it' then 'italian' when 'lt' then 'lithuanian' when 'nl' then 'dutch' when 'no' then 'norwegian' when 'pt' then 'portuguese'
    when 'ro' then 'romanian' when 'ru' then 'russian' when 'sv' then 'swedish' when 'tr' then 'turkish' else 'simple' end)::regconfig
$$;

-- Only the gateway searches, and only it adds what the embedded model makes of a passage.
grant select on knowledge_document, knowledge_passage to arbiter_provider_gateway;
grant update (vector) on knowledge_passage to arbiter_provider_gateway;
