import Foundation

/// The tables of an event store on PostgreSQL, and the function that appends to them.
enum PostgresSchema {
    /// The columns of an event, in reading order.
    static let eventColumns =
        "position, stream, version, type, id, time, recorded_at, schema, is_last_of_commit, tags, metadata, data"

    /// The settings of every connection.
    ///
    /// Statements of a store must use its indexes, even if the planner's statistics are out of date. A statement must
    /// see everything committed before it, which the append function needs.
    static let connectionSettings = """
        SET client_min_messages = warning;
        SET default_transaction_isolation = 'read committed';
        SET plan_cache_mode = force_generic_plan;
        SET jit = off;
        SET enable_seqscan = off;
        SET enable_bitmapscan = off;
        SET enable_hashjoin = off;
        SET enable_mergejoin = off;
        SET enable_sort = off;
        """

    /// Creates the tables and the function of `schema.sql`, whose appends take turns by a lock of the server.
    static func tables(lock: Int64) -> String {
        String(decoding: PackageResources.schema_sql, as: UTF8.self)
            .replacingOccurrences(of: ":lock", with: "\(lock)")
    }
}
