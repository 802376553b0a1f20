//! Messages about what a file means: names, sorts, conflicts.
