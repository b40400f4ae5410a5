internal import CLMDB

extension SharedEnvironment {
    /// The error for a result code, with this environment's path.
    func error(_ result: Int32, call: String, figures: String = "") -> LMDBError {
        LMDBError(result, call: call, path: path, figures: figures)
    }

    /// The error of a call that would wait for a transaction of its own thread.
    func transactionOpen(call: String) -> LMDBError {
        LMDBError(
            code: .transactionOpen, call: call,
            message: """
                \(path): this thread has a transaction open in it, for which the call would wait forever: end the \
                transaction first
                """)
    }
}

extension LMDBError {
    /// The error of a use after closing.
    static func closed(call: String, path: String) -> LMDBError {
        LMDBError(code: .closed, call: call, message: "\(path): the environment is closed: open it again")
    }
}
