import ArgumentParser

/// What is measured.
enum EngineName: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// Nacre's embedded engine.
    case nacre

    /// LMDB called from C, one thread, the same bytes: the ceiling.
    case lmdb
}
