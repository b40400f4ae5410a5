package import AuthSecrets

/// A step of deleting an account, at which a crash leaves another state on disk.
package struct DeletionStep: Codable, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// The password is verified; nothing is decided.
    package static let verified = DeletionStep("verified")

    /// The deletion is in the log; the secrets are all there.
    package static let decided = DeletionStep("decided")

    /// The secrets are erased.
    package static let erased = DeletionStep("erased")

    /// The first event was handled by a process manager.
    package static let reacting = DeletionStep("reacting")

    /// Process managers have handled all events.
    package static let reacted = DeletionStep("reacted")

    /// Read models have applied all events.
    package static let caughtUp = DeletionStep("caughtUp")

    private init(_ description: String) { self.description = description }

    /// A step of erasing the secrets.
    package init(_ step: SecretsStep) { description = step.rawValue }
}
