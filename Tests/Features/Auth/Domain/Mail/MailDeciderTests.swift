import AuthDomain
import DomainKit
import Testing

@Suite
struct MailDeciderTests {
    private let account = AccountID(high: 1, low: 1)
    private let reset = ResetID(high: 2, low: 1)

    @Test
    func `a mail is requested once, and closed once`() {
        let requested = MailDecider.decide(.request(.confirmation, to: account), .none)
        #expect(requested == [.confirmationRequested(account: account)])
        let open = MailDecider.replay(requested)
        #expect(open == .requested)
        #expect(MailDecider.decide(.request(.confirmation, to: account), open) == [])
        #expect(MailDecider.decide(.close(.sent), open) == [.sent])
        #expect(MailDecider.decide(.close(.abandoned(.refused)), open) == [.abandoned(reason: "refused")])
        let closed = MailDecider.replay([.sent], from: open)
        #expect(closed == .closed)
        #expect(MailDecider.decide(.close(.abandoned(.tooOld)), closed) == [])
        #expect(MailDecider.decide(.request(.confirmation, to: account), closed) == [])
        #expect(MailDecider.decide(.close(.sent), .none) == [])
    }

    @Test
    func `each kind of mail has its own event`() {
        #expect(
            MailDecider.decide(.request(.alreadyRegistered, to: account), .none)
                == [.noticeRequested(account: account)])
        #expect(
            MailDecider.decide(.request(.reset(reset), to: account), .none)
                == [.resetRequested(account: account, reset: reset)])
    }

    @Test
    func `only registrations, repeated ones and requests of links of existing accounts call for a mail`() {
        let (claim, credential) = (EmailClaim("c1"), CredentialID(high: 3, low: 1))
        let active = Account.active(ActiveAccount(claim: claim, credential: credential))
        let kinds: [(AccountEvent, MailKind?)] = [
            (.registered(claim: claim, credential: credential), .confirmation),
            (.registrationRepeated, .alreadyRegistered), (.confirmationRequested, .confirmation),
            (.emailConfirmed, nil),
            (.passwordChanged(credential: credential), nil), (.passwordResetRequested(reset: reset), .reset(reset)),
            (.passwordReset(reset: reset, credential: credential), nil), (.roleGranted(role: "operator"), nil),
            (.deleted(claim: claim), nil),
        ]
        for (event, kind) in kinds {
            #expect(MailReaction(to: event, of: active)?.kind == kind)
            #expect(MailReaction(to: event, of: .none) == nil)
            #expect(MailReaction(to: event, of: .deleted) == nil)
        }
        let confirmed = AccountDecider.replay([
            .registered(claim: claim, credential: credential), .emailConfirmed,
        ])
        #expect(MailReaction(to: .confirmationRequested, of: confirmed) == nil)
    }
}
