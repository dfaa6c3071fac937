"""Looking after labels: file formats, class names, splits, audits, review sheets, drafts."""
