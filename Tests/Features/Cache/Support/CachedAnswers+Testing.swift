import DomainKit
import FeatureCache
import NacreTesting

extension CachedAnswers.Options {
    /// Options of tests: a server that does not answer at once is slow.
    static func testing(
        account: TestAccount = TestAccount("ada"), time: any TimeSource = ManualTimeSource(),
        patience: Duration = .seconds(3600)
    ) -> CachedAnswers.Options {
        CachedAnswers.Options(
            account: { account.current }, isUnreachable: { $0 is TestNetwork.Unreachable }, patience: patience,
            reconnectPause: .zero, time: time)
    }
}

/// The account that is signed in.
final class TestAccount: Sendable {
    private let account: WaitableValue<String?>

    init(_ account: String?) {
        self.account = WaitableValue(account)
    }

    var current: String? { account.value }

    func signIn(as account: String?) {
        self.account.change { $0 = account }
    }
}
