/// The environments that this process has open, one for each file.
///
/// LMDB forbids opening a file twice in one process: closing one of the two drops the process's locks on the file and
/// wipes the reader table under the other. The rule applies to the whole process, so the binding has this one global.
///
/// `@unchecked Sendable` is right because `entries` is accessed only with the lock held, and nothing else varies.
final class EnvironmentRegistry: @unchecked Sendable {
    static let shared = EnvironmentRegistry()

    private enum Entry {
        case open(SharedEnvironment, references: Int)
        /// A thread is opening or closing the file, without holding the lock.
        case busy
    }

    private let lock = ConditionLock()
    private var entries: [FileIdentity: Entry] = [:]

    private init() {}

    /// The environment of a file, opened if necessary, with one more reference.
    func open(_ file: borrowing DataFile, options: Environment.Options) throws(LMDBError) -> SharedEnvironment {
        lock.lock()
        defer { lock.unlock() }
        while let entry = entries[file.identity] {
            switch entry {
            case .open(let environment, let references):
                guard environment.durability == options.durability else {
                    throw .durabilityMismatch(environment, options: options)
                }
                // An environment open for writing can also be read.
                guard environment.access == options.access || environment.access == .readingAndWriting else {
                    throw .accessMismatch(environment)
                }
                entries[file.identity] = .open(environment, references: references + 1)
                return environment
            case .busy:
                // The closing thread waits until no transaction is open, and this thread may have one open.
                guard !TransactionFrame.threadHasOne(in: file.identity) else { throw .closing(path: file.path) }
                lock.wait()
            }
        }

        entries[file.identity] = .busy
        lock.unlock()
        let result = Result { () throws(LMDBError) in try SharedEnvironment(opening: file, options: options) }
        lock.lock()
        switch result {
        case .success(let environment): entries[file.identity] = .open(environment, references: 1)
        case .failure: entries[file.identity] = nil
        }
        lock.broadcast()
        return try result.get()
    }

    /// Releases one reference; the last one closes the environment once no transaction is open in it.
    func release(_ environment: SharedEnvironment) {
        lock.lock()
        defer { lock.unlock() }
        guard case .open(_, let references) = entries[environment.identity] else { return }
        guard references == 1 else {
            entries[environment.identity] = .open(environment, references: references - 1)
            return
        }
        entries[environment.identity] = .busy
        lock.unlock()
        environment.close()
        lock.lock()
        entries[environment.identity] = nil
        lock.broadcast()
    }
}

extension LMDBError {
    fileprivate static func durabilityMismatch(
        _ environment: SharedEnvironment, options: Environment.Options
    ) -> LMDBError {
        LMDBError(
            code: .optionsMismatch, call: "Environment.open",
            message: """
                \(environment.path): this process has it open with durability \(environment.durability.rawValue), not \
                \(options.durability.rawValue): open it with the same, or close it first
                """)
    }

    fileprivate static func accessMismatch(_ environment: SharedEnvironment) -> LMDBError {
        LMDBError(
            code: .optionsMismatch, call: "Environment.open",
            message: """
                \(environment.path): this process has it open for reading without a lock, and not for writing: close it \
                first
                """)
    }

    fileprivate static func closing(path: String) -> LMDBError {
        LMDBError(
            code: .closed, call: "Environment.open",
            message: """
                \(path): it is being closed, and this thread still has a transaction open in it: end the transaction \
                first
                """)
    }
}
