extension EngineName {
    /// The engine of this name, with a memory map of `mapSize` bytes.
    ///
    /// The in-memory engine has its stores in `memory`, so that reading back needs the same instance.
    func engine(_ durability: Durability, mapSize: Int, memory: MemoryStores = MemoryStores()) -> any BenchmarkEngine {
        switch self {
        case .nacre: NacreEngine(durability: durability, mapSize: mapSize)
        case .lmdb: LMDBCeilingEngine(durability: durability, mapSize: mapSize)
        case .memory: MemoryEngine(stores: memory)
        case .sqlite: SQLiteEngine(durability: durability, cache: .default, isGrouping: false)
        case .sqliteLarge: SQLiteEngine(durability: durability, cache: .large, isGrouping: false)
        case .sqliteGroup: SQLiteEngine(durability: durability, cache: .default, isGrouping: true)
        case .sqliteGroupLarge: SQLiteEngine(durability: durability, cache: .large, isGrouping: true)
        case .postgres: PostgresEngine(durability: durability, isGrouping: false)
        case .postgresGroup: PostgresEngine(durability: durability, isGrouping: true)
        }
    }
}
