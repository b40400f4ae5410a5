#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension LMDBError: LocalizedError {
    /// The description, which Foundation shows as `localizedDescription`.
    public var errorDescription: String? { description }
}

extension TreeDamage: LocalizedError {
    /// The description, which Foundation shows as `localizedDescription`.
    public var errorDescription: String? { description }
}
