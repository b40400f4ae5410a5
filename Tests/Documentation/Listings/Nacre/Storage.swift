import Nacre

// The listings in comments of `Sources/Nacre/Storage`.

func openStorage(of engine: some StorageEngine) async throws -> Storage {
    let storage = try await engine.open(for: .writing)
    return storage
}
