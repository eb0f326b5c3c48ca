"""The pages on the way to the first night, each with what can be done on it."""
