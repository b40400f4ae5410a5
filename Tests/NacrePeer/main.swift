print("replaced by the first job")
