-- The stages of an interaction are found by it, in their order (stage_interaction). Nothing looked one up by its number: an index entry a stage,
-- fourteen a run, for nothing.
alter table stage drop constraint stage_pkey;
