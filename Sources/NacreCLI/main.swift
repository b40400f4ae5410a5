print("replaced by the first command")
