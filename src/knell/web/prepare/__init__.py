"""From a script to the first night: who plays, what is in the bag, and who has seen which token."""
